// Runs before the page is drawn, so that a chosen theme does not flash in the other one's colours.
import { device } from "./kept";

const chosen = device().getItem("theme");
if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
