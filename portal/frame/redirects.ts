import { routeTitles } from './routeTitles.ts';

/** Redirects from alternative addresses: lists and forms have no /list or /create of their own (spec 2). */
export const redirects = routeTitles.flatMap(({ path }) => {
  if (!path.endsWith('/new')) return [];
  const list = path.slice(0, -'/new'.length);
  return [
    { path: `${list}/list`, to: '..' },
    { path: `${list}/create`, to: '../new' },
  ];
});
