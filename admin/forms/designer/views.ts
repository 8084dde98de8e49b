import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Designer } from './useDesigner.ts';

/** A way to look at the form under edit as a whole, beside its design; fetched when it is first opened. */
export interface DesignerView {
  name: string;
  View: LazyExoticComponent<ComponentType<{ designer: Designer }>>;
}

/** In the order of their tabs, after 'Design'. */
export const views: readonly DesignerView[] = [
  { name: 'JSON', View: lazy(() => import('./json/JsonView.tsx')) },
  {
    name: 'Examples',
    View: lazy(async () => ({ default: (await import('./examples/ExamplesView.tsx')).ExamplesView })),
  },
];
