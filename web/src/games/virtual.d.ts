// web/games.mjs replaces this module.
declare module "virtual:games" {
    // Of each game, in the order of the registry.
    export const games: readonly Readonly<Record<string, import("./game").Preset>>[];
}
