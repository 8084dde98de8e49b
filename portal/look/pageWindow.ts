/** spec 9: at most this many page links. */
const maxPages = 10;

/** Clamps a 0-based page to the `count` pages that exist (spec 9). */
export function clampPage(page: number, count: number): number {
  return Math.min(Math.max(0, page), Math.max(0, count - 1));
}

/** Returns the 0-based pages to link to: at most `room`, with the current page in the middle where possible. */
export function pageWindow(current: number, count: number, room: number = maxPages): number[] {
  const size = Math.min(count, Math.min(Math.max(room, 1), 50));
  const start = Math.min(Math.max(0, current - Math.floor(size / 2)), count - size);
  return Array.from({ length: size }, (_, index) => start + index);
}
