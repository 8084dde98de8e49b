import type { SvgIconProps } from '@mui/material';
import type { ComponentType, ReactElement } from 'react';
import type { RaRecord, Validator } from 'react-admin';
import type { Parents, Records } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';

/** What every cell, shown value, input and filter of the generated screens is given. */
export interface FieldProps {
  field: Field;
  /** Where the value is in the record, such as `businessAddress.city`. */
  source: string;
  /** What the record's own rules say of the value. */
  rules?: Validator | undefined;
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
  /** Changes that may be made to many selected records at once, because each can be taken back the same way. */
  bulk?: BulkChange<Partial<Records[Name]>>[];
  /** Decisions about records, one by one or about many at once. */
  decisions?: Decision<Records[Name]>[];
  /** Fields that tell what a record is about, beside its name, where it is accounted for. */
  about?: FieldName<Name>[];
  /** Called when a record was made, with what the API answers only then. */
  onMade?(record: Records[Name]): void;
  /** Called when a record was deleted. */
  onDeleted?(record: Records[Name]): void;
}

/** One change for many records: its verb, what was then done to them ('deactivated'), and the fields that it sets. */
export interface BulkChange<Change> {
  label: string;
  done: string;
  change: Change;
}

/**
 * A change that nobody takes back: of many at once it is asked about, and made of what the person has seen; with `Question`
 * it always is.
 */
export interface Decision<T> extends BulkChange<Partial<T>> {
  /** The ability's action that it takes. */
  action: string;
  /** Pressed in a row, it makes the decision about that. */
  key: string;
  isFor(record: Partial<T>): boolean;
  /** Asks what has to be said with it. */
  Question?: ComponentType<QuestionProps>;
  /** Makes it otherwise than by saving `change`: where the record needs another call. Answers the record as it is then. */
  work?(record: RaRecord): Promise<RaRecord> | undefined;
  /** What of a record must be in view before it is decided: shown in the question, unless it is in view already. */
  Summary?: ComponentType<{ record: RaRecord }>;
  /** Whether that is in view: without it, a row does not offer the decision. */
  isInView?(record: RaRecord): boolean;
  /** The way back for a while: the call that undoes it, what it is called then ('approval undone'), and for how many milliseconds. */
  takeBack?: { done: string; time: number; work(after: RaRecord): Promise<unknown> };
  /** Called with the records as they are once it is made. Their rows stay in their places: nothing moves under the pointer. */
  onDecided?(since: RaRecord[]): void;
}

export interface QuestionProps {
  /** What the decision is about: 'Send back 2 orders'. */
  title: string;
  onAnswer(said: object): void;
  onClose(): void;
}

/** An override as the engine reads it, whichever resource it belongs to. */
export interface AnyOverride extends Omit<Places, 'children'> {
  children?: Record<string, ComponentType | undefined>;
  cells?: Record<string, FieldComponent | undefined>;
  inputs?: Record<string, FieldComponent | undefined>;
  bulk?: BulkChange<object>[];
  decisions?: Decision<object>[];
  about?: string[];
  onMade?(record: RaRecord): void;
  onDeleted?(record: RaRecord): void;
}

interface Places {
  icon?: ComponentType<SvgIconProps>;
  /** The resource's place in the menu, where one link is not enough. */
  menu?: ComponentType;
  /** What else can be done with the list, at the right of its title. */
  listActions?: ComponentType;
  /** Asked before the fields of a new record, such as what it is made below (`below` of provider/data.ts). */
  asks?: ComponentType;
  /** Below what every record has beside its own fields. */
  facts?: ComponentType;
  /** Beside the fields of a record. */
  aside?: ComponentType;
  /** How the records of another resource that belong to one of this are shown, by its title; else as its schema says. */
  children?: { [Name in keyof Parents]?: ComponentType };
  /** Under the fields of a record, apart from its form: what is saved by itself. */
  below?: ComponentType;
  /** What else can be done with a record, at the right of its title. */
  actions?: ComponentType;
  /** Asks before a record is deleted, at {id}/delete, where a question in a dialog is not enough. */
  deletePage?: ComponentType;
  /** What else can be done with a row of a list, before its decisions. */
  rowActions?: ComponentType;
  /** A whole screen instead of the generated one. */
  views?: { list?: ComponentType; record?: ComponentType };
  /** Screens of its own, as routes below the resource. */
  routes?: { path: string; element: ReactElement }[];
}
