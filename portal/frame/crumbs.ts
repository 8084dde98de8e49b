import { matchPath } from 'react-router-dom';
import type { Records } from '#schemas/generated/types.ts';

/** What a route tells of itself. */
export type RouteTitle = {
  path: string;
  /** One that depends on the channel is a function of its name. */
  title: string | ((names: { channel: string }) => string);
  /** The records that it shows, or makes: whoever may not finds nothing there, and nothing is asked. */
  of?: keyof Records;
  isMaking?: boolean;
};

export type Crumb = { title: string; href: string };

/** The way from home to a place: every route whose pattern begins the address, shortest first. */
export function crumbsOf(pathname: string, routes: readonly RouteTitle[], names: { channel: string }): Crumb[] {
  const crumbs = new Map<string, Crumb>();
  for (const { path, title } of routes) {
    const href = matchPath({ path, end: false }, pathname)?.pathname;
    // Of two patterns for the same address the first is the more exact: `new` before `:orderId`.
    if (href === undefined || crumbs.has(href)) continue;
    crumbs.set(href, { href, title: typeof title === 'string' ? title : title(names) });
  }
  return [...crumbs.values()].sort((one, other) => one.href.length - other.href.length);
}

/** 'Portal', or 'Portal: subtitle' (spec 2). */
export function documentTitle(subtitle: string): string {
  return subtitle ? `Portal: ${subtitle}` : 'Portal';
}
