/** The open view: the command palette, the channel switcher, or the list of keyboard shortcuts. */
export type PaletteViewName = 'palette' | 'channels' | 'keys' | null;

/** Opens a view, or closes it with null. The frame sets the function. */
export const paletteHost: { show: (next: PaletteViewName) => void } = { show: () => undefined };
