import { lazyComponent } from '../lazyComponent.tsx';

/** Lazy: the stepper buttons can load after the field, because the keys do the same. */
export const LazyStepperButtons = lazyComponent(async () => (await import('./StepperButtons.tsx')).StepperButtons);

/** The step of each key in a number input. */
export const numberKeySteps: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};
