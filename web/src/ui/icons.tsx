// Small drawings, all on a field of 24 by 24 and in the colour of the text.
import type { ComponentChildren } from "preact";

const drawing = (children: ComponentChildren) => () => (
    <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        stroke-width="1.8"
        stroke-linecap="round"
        stroke-linejoin="round"
        aria-hidden="true"
    >
        {children}
    </svg>
);

export const Sun = drawing(
    <>
        <circle cx="12" cy="12" r="4.2" />
        <path d="M12 2.5v2.2M12 19.3v2.2M2.5 12h2.2M19.3 12h2.2M5.3 5.3l1.5 1.5M17.2 17.2l1.5 1.5M18.7 5.3l-1.5 1.5M6.8 17.2l-1.5 1.5" />
    </>,
);
export const Moon = drawing(<path d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z" />);
export const Globe = drawing(
    <>
        <circle cx="12" cy="12" r="9" />
        <path d="M3 12h18M12 3c2.6 2.6 3.9 5.6 3.9 9s-1.3 6.4-3.9 9c-2.6-2.6-3.9-5.6-3.9-9S9.4 5.6 12 3Z" />
    </>,
);
export const Person = drawing(
    <>
        <circle cx="12" cy="8.2" r="3.9" />
        <path d="M4.5 20.5c.9-4 3.9-6 7.5-6s6.6 2 7.5 6" />
    </>,
);
export const People = drawing(
    <>
        <circle cx="9" cy="8.5" r="3.4" />
        <path d="M2.8 19.5c.7-3.5 3.2-5.3 6.2-5.3s5.5 1.8 6.2 5.3M15.8 5.4a3.3 3.3 0 0 1 0 6.2M18.2 14.7c1.6.8 2.7 2.4 3.1 4.8" />
    </>,
);
export const Computer = drawing(
    <>
        <rect x="5" y="7.5" width="14" height="11" rx="3" />
        <path d="M12 7.5V4M9.5 12.2v1.2M14.5 12.2v1.2M2.5 11.5v4M21.5 11.5v4" />
        <circle cx="12" cy="3.5" r=".8" />
    </>,
);
export const List = drawing(<path d="M4 6.5h16M4 12h16M4 17.5h16" />);
export const Arrow = drawing(<path d="M5 12h14M13 6l6 6-6 6" />);
export const Check = drawing(<path d="M5 12.5l4.5 4.5L19 7.5" />);
export const Search = drawing(
    <>
        <circle cx="10.8" cy="10.8" r="6.3" />
        <path d="M15.5 15.5L20.5 20.5" />
    </>,
);
export const Copy = drawing(
    <>
        <rect x="8.5" y="8.5" width="11.5" height="11.5" rx="2.5" />
        <path d="M15.5 8.5V6.5A2.5 2.5 0 0 0 13 4H6.5A2.5 2.5 0 0 0 4 6.5V13a2.5 2.5 0 0 0 2.5 2.5h2" />
    </>,
);
export const Download = drawing(<path d="M12 4v11M7 11l5 5 5-5M4.5 20h15" />);
export const Trophy = drawing(
    <path d="M8 4h8v6a4 4 0 0 1-8 0ZM8 5.5H4.5c0 3 1.3 5 3.8 5.3M16 5.5h3.5c0 3-1.3 5-3.8 5.3M12 14v4M8.5 20.5h7M12 18v2.5" />,
);

// The mark: two letters that cross in a tile.
export const Mark = () => (
    <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect
            x="1"
            y="1"
            width="30"
            height="30"
            rx="8"
            fill="var(--tile)"
            stroke="var(--tile-edge)"
            stroke-width="1.5"
        />
        <path
            d="M10.5 8v16h11.5"
            fill="none"
            stroke="var(--tile-text)"
            stroke-width="3.2"
            stroke-linecap="round"
            stroke-linejoin="round"
        />
        <circle cx="20.5" cy="11.5" r="3" fill="#6b3fb0" />
    </svg>
);
export const Bulb = drawing(
    <path d="M9.5 17.5h5M10.3 20.5h3.4M9 14.6c-1.9-1.2-3-3-3-5.1a6 6 0 0 1 12 0c0 2.1-1.1 3.9-3 5.1v.4H9Z" />,
);
export const Undo = drawing(<path d="M8.5 5.5L4.5 9.5l4 4M5 9.5h9a5 5 0 0 1 0 10h-3.5" />);
export const Flag = drawing(<path d="M6 21V4M6 4.5c4-2.2 7.5 2 12 0v8.5c-4.5 2-8-2.2-12 0" />);
export const Bubble = drawing(
    <path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5Z" />,
);
export const Dots = drawing(<path d="M5 12h.01M12 12h.01M19 12h.01" stroke-width="3" />);
export const Hands = drawing(<path d="M5 9h14M5 15h14" stroke-width="2.4" />);
export const Plus = drawing(<path d="M12 5v14M5 12h14" />);
