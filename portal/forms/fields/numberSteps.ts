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

/**
 * Calls `act` with `stepValue`, whose decimal arithmetic is loaded with the first step. Later steps run synchronously, in
 * the order of the keys. Offline, a step that cannot load it does nothing.
 */
export function withStepValue(act: (stepValue: StepValue) => void): void {
  if (loadedStepValue) {
    act(loadedStepValue);
    return;
  }
  import('#schemas/forms/kinds/step-value.ts').then(({ stepValue }) => {
    loadedStepValue = stepValue;
    act(stepValue);
  }, ignore);
}

type StepValue = typeof import('#schemas/forms/kinds/step-value.ts').stepValue;

let loadedStepValue: StepValue | undefined;

const ignore = () => undefined;
