// All pages but the first and those with boards, as one file: one request, whichever is shown first.
export { Confirm, Forgot, Login, Register, Reset } from "./account";
export { Admin } from "./admin";
export { Daily } from "./daily";
export { Games } from "./games";
export { Leaderboards } from "./leaderboards";
export { NewGame } from "./new";
export { NewsItem, NewsList } from "./news";
export { Player } from "./player";
export { Settings } from "./settings";
export { Sources } from "./sources";
export { Words } from "./words";
