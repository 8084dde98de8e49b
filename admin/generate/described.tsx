import { createContext, useContext } from 'react';
import type { Resource } from '#schemas/resource/resource.ts';
import type { AnyOverride } from './override.ts';

/** Resource of a screen, with its override. */
export interface Described {
  resource: Resource;
  override: AnyOverride;
}

export const DescribedContext = createContext<Described | undefined>(undefined);

/** Returns the resource of the current screen. Throws outside of one. */
export function useDescribed(): Described {
  const described = useContext(DescribedContext);
  if (!described) throw new Error('This part of a generated screen stands outside of any resource.');
  return described;
}
