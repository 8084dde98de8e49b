/** What stands over the page for who looks for something: the palette, the channels, or the list of the keys. */
export type Shown = 'palette' | 'channels' | 'keys' | null;

/** Shows something else, or nothing; the frame says how. */
export const host: { show: (next: Shown) => void } = { show: () => undefined };
