import { routeTitles } from './routeTitles.ts';

/** A list has its place without /list and a new record's is /new (spec 2): whoever asks otherwise is led there. */
export const otherAddresses = routeTitles.flatMap(({ path }) => {
  if (!path.endsWith('/new')) return [];
  const list = path.slice(0, -'/new'.length);
  return [
    { path: `${list}/list`, to: '..' },
    { path: `${list}/create`, to: '../new' },
  ];
});
