import type { ViewProps } from '../widgets/viewProps.ts';
import { RadioGroup } from './RadioGroup.tsx';

/** One of a few options. */
export function RadioField({ widget, row }: ViewProps<'radio'>) {
  const { options, layout } = widget.config;
  const labelled = options.map(({ value, label = value }) => ({ value, label }));
  return <RadioGroup widget={widget} row={row} layout={layout} options={labelled} />;
}
