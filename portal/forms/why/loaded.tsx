import { type ComponentType, lazy, Suspense } from 'react';

/** What explains is loaded when there is something to explain: a form can be typed in without it. */
export const WhyRefused = loaded(async () => (await import('./WhyRefused.tsx')).WhyRefused);
export const WhyRefusedProblem = loaded(async () => (await import('./WhyRefused.tsx')).WhyRefusedProblem);
export const HiddenFields = loaded(async () => (await import('./HiddenFields.tsx')).HiddenFields);

/** A view that is not there until its code is, nor where that can not be fetched: the form is complete without it. */
function loaded<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const View = lazy<ComponentType<P>>(async () => ({ default: await load().catch(() => Nothing) }));
  return function LoadedView(props: P) {
    return (
      <Suspense fallback={null}>
        <View {...props} />
      </Suspense>
    );
  };
}

const Nothing = () => null;
