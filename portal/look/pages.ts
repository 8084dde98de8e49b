/** spec 9: at most this many page links. */
const maxPages = 10;

/** A page (from 0) that exists: within 0 and the last of `count` pages (spec 9). */
export function clampPage(page: number, count: number): number {
  return Math.min(Math.max(0, page), Math.max(0, count - 1));
}

/** The pages to link to, from 0: as many as fit, with the current one in their middle where there is room. */
export function pageWindow(current: number, count: number, room: number = maxPages): number[] {
  const size = Math.min(count, Math.min(Math.max(room, 1), 50));
  const start = Math.min(Math.max(0, current - Math.floor(size / 2)), count - size);
  return Array.from({ length: size }, (_, index) => start + index);
}
