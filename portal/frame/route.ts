import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';
import { matchPath, type Params } from 'react-router-dom';
import type { LazyComponent } from '../forms/lazyComponent.tsx';
import type { RouteTitle } from './breadcrumbPath.ts';

/** A page for signed-in people: its address, its title, and how it is loaded. */
export interface Route extends RouteTitle {
  /** The page. Its code is a chunk of its own. */
  Page: LazyComponent<object>;
  /** Starts the requests of the page, in parallel to its code, before the person navigates to it. */
  load?: (params: Params, cache: QueryClient) => void;
}

/** The context that provides the routes of the portal to the frame. */
export const RoutesContext = createContext<readonly Route[]>([]);

/** Loads the code of an address's page. A chunk that fails to load is requested again on navigation. */
export async function loadPageCode(address: string, routes: readonly Route[]): Promise<void> {
  await routeOf(address, routes)?.Page.preload();
}

/** Loads the page of an address before the person navigates to it: its code, and its data at the same time. */
export function loadPage(address: string, routes: readonly Route[], cache: QueryClient): void {
  const route = routeOf(address, routes);
  void route?.Page.preload();
  route?.load?.(matchPath(route.path, address)?.params ?? {}, cache);
}

const routeOf = (address: string, routes: readonly Route[]) => routes.find(({ path }) => matchPath(path, address));
