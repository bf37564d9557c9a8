// Clicks without a pointer: assistive technology and scripts activate an element by element.click(), and WebKit tells
// nothing but that. A click that ends a press of the pointer is left to the pointer's own listeners.
//
//     const stop = listenForPlainClicks(board, (target) => …);
export function listenForPlainClicks(element: HTMLElement, plainClick: (target: Element) => void): () => void {
    let pressed = false; // since then there was no click
    const listeners = {
        pointerdown: () => (pressed = true),
        pointercancel: () => (pressed = false),
        click: (e: Event) => {
            if (!pressed) plainClick(e.target as Element);
            pressed = false;
        },
    };
    for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener);
    return () => {
        for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener);
    };
}
