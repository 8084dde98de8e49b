import type { ComponentType } from 'react';
import type { ImportNote } from '#schemas/designing/imports/form-file.ts';
import { lazyComponent } from '../../frame/lazy-component.tsx';
import type { Designer } from './useDesigner.ts';

export interface DesignerViewProps {
  designer: Designer;
  /** Switches to the design view, where the selection can be edited. */
  onDesign: () => void;
  /** Receives the differences to an imported file, which the designer lists above the canvas. */
  onImport: (notes: readonly ImportNote[]) => void;
}

/** A tab of the designer beside 'Design'; its code is loaded on first use. */
export interface DesignerView {
  name: string;
  View: ComponentType<DesignerViewProps>;
}

/** In tab order, after 'Design'. */
export const designerViews: readonly DesignerView[] = [
  {
    name: 'Rules',
    View: lazyComponent<DesignerViewProps>(async () => (await import('./rules/RulesView.tsx')).default, {
      height: 480,
    }),
  },
  {
    name: 'JSON',
    View: lazyComponent<DesignerViewProps>(async () => (await import('./json/JsonView.tsx')).default, { height: 480 }),
  },
  {
    name: 'Examples',
    View: lazyComponent<DesignerViewProps>(async () => (await import('./examples/ExamplesView.tsx')).ExamplesView, {
      height: 480,
    }),
  },
];
