import { createContext, useContext } from 'react';
import type { Resource } from '#schemas/resource/resource.ts';
import type { AnyOverride } from './override.ts';

/** The resource that a screen is about, with what is different about it. */
export interface Described {
  resource: Resource;
  override: AnyOverride;
}

export const DescribedContext = createContext<Described | undefined>(undefined);

/** The resource of the screen around. Throws outside of one. */
export function useDescribed(): Described {
  const described = useContext(DescribedContext);
  if (!described) throw new Error('This part of a generated screen stands outside of any resource.');
  return described;
}
