import { createContext, useContext } from 'react';
import type { Resource } from '#schemas/resource/resource.ts';
import type { AnyOverride } from './override.ts';

/** Resource of a screen, with its override. */
export interface ResourceScreen {
  resource: Resource;
  override: AnyOverride;
}

export const ResourceScreenContext = createContext<ResourceScreen | undefined>(undefined);

/** Returns the resource of the current screen. Throws outside of one. */
export function useResourceScreen(): ResourceScreen {
  const described = useContext(ResourceScreenContext);
  if (!described) throw new Error('This part of a generated screen stands outside of any resource.');
  return described;
}
