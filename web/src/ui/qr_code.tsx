// A QR code as a picture, to be read off a screen: dark on light in both themes.
import { t } from "../text";
import { qrCode } from "./qr";

export function QrCode({ text }: { text: string }) {
    const rows = qrCode(text);
    if (!rows) return null;
    const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
    return (
        <svg
            class="qr"
            viewBox={`-4 -4 ${rows.length + 8} ${rows.length + 8}`}
            role="img"
            aria-label={t("web.qr.label")}
            shape-rendering="crispEdges"
        >
            <rect x="-4" y="-4" width="100%" height="100%" fill="#fff" />
            <path d={path} fill="#000" />
        </svg>
    );
}
