import type { SvgIconProps } from '@mui/material';
import type { ComponentType, ReactElement } from 'react';
import type { Records } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';

/** What every cell, shown value, input and filter of the generated screens is given. */
export interface FieldProps {
  field: Field;
  /** Where the value is in the record, such as `businessAddress.city`. */
  source: string;
}

export type FieldComponent = ComponentType<FieldProps>;

type FieldName<Name extends keyof Records> = keyof Records[Name] & string;

/**
 * What a resource does differently from what its schema makes of it, smallest step first (style: a ladder of
 * overrides); the steps below these are schema keywords. Names of fields that the record has not do not compile.
 */
export interface Override<Name extends keyof Records> extends Places {
  /** How one property looks, in lists and on the page of a record that may only be read. */
  cells?: { [Each in FieldName<Name>]?: FieldComponent };
  /** How one property is edited. */
  inputs?: { [Each in FieldName<Name>]?: FieldComponent };
}

/** An override as the engine reads it, whichever resource it belongs to. */
export interface AnyOverride extends Places {
  cells?: Record<string, FieldComponent | undefined>;
  inputs?: Record<string, FieldComponent | undefined>;
}

interface Places {
  icon?: ComponentType<SvgIconProps>;
  /** The resource's place in the menu, where one link is not enough. */
  menu?: ComponentType;
  /** Beside the fields of a record. */
  aside?: ComponentType;
  /** A whole screen instead of the generated one. */
  views?: { list?: ComponentType; record?: ComponentType };
  /** Screens of its own, as routes below the resource. */
  routes?: { path: string; element: ReactElement }[];
}
