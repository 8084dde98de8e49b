import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Designer } from './useDesigner.ts';

export interface DesignerViewProps {
  designer: Designer;
  /** Shows the design, where what is selected now can be worked on. */
  onDesign: () => void;
}

/** A way to look at the form under edit as a whole, beside its design; fetched when it is first opened. */
export interface DesignerView {
  name: string;
  View: LazyExoticComponent<ComponentType<DesignerViewProps>>;
}

/** In the order of their tabs, after 'Design'. */
export const views: readonly DesignerView[] = [
  { name: 'Rules', View: lazy(() => import('./rules/RulesView.tsx')) },
  { name: 'JSON', View: lazy(() => import('./json/JsonView.tsx')) },
  {
    name: 'Examples',
    View: lazy(async () => ({ default: (await import('./examples/ExamplesView.tsx')).ExamplesView })),
  },
];
