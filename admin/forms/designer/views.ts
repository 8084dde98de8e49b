import type { ComponentType } from 'react';
import { lazily } from '../../frame/lazily.tsx';
import type { Designer } from './useDesigner.ts';

export interface DesignerViewProps {
  designer: Designer;
  /** Shows the design, where what is selected now can be worked on. */
  onDesign: () => void;
}

/** A way to look at the form under edit as a whole, beside its design; fetched when it is first opened. */
export interface DesignerView {
  name: string;
  View: ComponentType<DesignerViewProps>;
}

/** In the order of their tabs, after 'Design'. */
export const views: readonly DesignerView[] = [
  {
    name: 'Rules',
    View: lazily<DesignerViewProps>(async () => (await import('./rules/RulesView.tsx')).default, { height: 480 }),
  },
  {
    name: 'JSON',
    View: lazily<DesignerViewProps>(async () => (await import('./json/JsonView.tsx')).default, { height: 480 }),
  },
  {
    name: 'Examples',
    View: lazily<DesignerViewProps>(async () => (await import('./examples/ExamplesView.tsx')).ExamplesView, {
      height: 480,
    }),
  },
];
