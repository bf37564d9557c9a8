// What web/games.mjs puts in place of this name.
declare module "virtual:games" {
    export const games: readonly Readonly<Record<string, import("./game").Preset>>[]; // of each game, in the order of the registry
}
