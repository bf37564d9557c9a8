// Made by build.mjs: where the worker and the core are.
declare module "virtual:core" {
    export const workerUrl: string;
    export const wasmUrl: string;
}
