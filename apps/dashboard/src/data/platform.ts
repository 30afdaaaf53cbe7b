/** Whether the keyboard has Cmd. `navigator.platform` is old, but true everywhere. */
export const isMac = /^(Mac|iP)/.test(navigator.platform);
