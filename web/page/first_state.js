/** The model to show if none was requested, the same as in src/app/document/open_preset.cpp. */
export const firstState = { preset: 'llama-2-7b' };
