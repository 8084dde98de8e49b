import { matchPath } from 'react-router-dom';
import type { Records } from '#schemas/generated/types.ts';

/** The metadata of a route. */
export type RouteTitle = {
  path: string;
  /** A title that depends on the channel is a function of its name. */
  title: string | ((names: { channel: string }) => string);
  /**
   * The record type that the page shows or creates. People without access to it see an empty page, and no request is
   * sent.
   */
  recordType?: keyof Records;
  isCreating?: boolean;
};

export type Crumb = { title: string; href: string };

/** Returns the breadcrumbs of an address: every route whose pattern is a prefix of it, shortest first. */
export function crumbsOf(pathname: string, routes: readonly RouteTitle[], names: { channel: string }): Crumb[] {
  const crumbs = new Map<string, Crumb>();
  for (const { path, title } of routes) {
    const href = matchPath({ path, end: false }, pathname)?.pathname;
    // Of two patterns that match the same address, the first is more specific: `new` comes before `:orderId`.
    if (href === undefined || crumbs.has(href)) continue;
    crumbs.set(href, { href, title: typeof title === 'string' ? title : title(names) });
  }
  return [...crumbs.values()].sort((one, other) => one.href.length - other.href.length);
}

/** Returns the window title: 'Portal', or 'Portal: subtitle' (spec 2). */
export function documentTitle(subtitle: string): string {
  return subtitle ? `Portal: ${subtitle}` : 'Portal';
}
