import type { ViewProps } from '../widgets/viewProps.ts';
import { RadioGroup } from './RadioGroup.tsx';

/** A single choice as radio buttons. */
export function RadioField({ widget, row }: ViewProps<'radio'>) {
  const { options, layout } = widget.config;
  const labelled = options.map(({ value, label = value }) => ({ value, label }));
  return <RadioGroup widget={widget} row={row} layout={layout} options={labelled} />;
}
