// Print on a tile or card that is only to be seen: what is said of it is in the label of its square. The style sheet
// draws it, so that it is no text of the button. (attr() would draw it too, but makes every such style unshareable.)
export const printed = (text: string | number) => ({
    "data-text": String(text),
    style: { "--text": JSON.stringify(String(text)) },
});
