import type { SvgIconProps } from '@mui/material';
import type { ComponentType, ReactElement, ReactNode } from 'react';
import type { RaRecord, Validator } from 'react-admin';
import type { JsonMap, Parents, Records } from '#schemas/generated/types.ts';
import type { Field } from '#schemas/resource/resource.ts';

/** Props of cells, read-only values, inputs and filters in generated screens. */
export interface FieldProps {
  field: Field;
  /** Path of the value in the record, such as `businessAddress.city`. */
  source: string;
  /** Validates the value by the record's rules (x-rules). */
  rules?: Validator | undefined;
}

export type FieldComponent = ComponentType<FieldProps>;

type FieldName<Name extends keyof Records> = keyof Records[Name] & string;

/**
 * Customization of a resource's generated screens, smallest step first (style: a ladder of overrides); before these
 * come schema keywords. Field names are type-checked.
 */
export interface Override<Name extends keyof Records> extends Places {
  /** Cells by field, for lists and read-only pages. */
  cells?: { [Each in FieldName<Name>]?: FieldComponent };
  inputs?: { [Each in FieldName<Name>]?: FieldComponent };
  /** Bulk changes, which can all be undone. */
  bulk?: BulkChange<Partial<Records[Name]>>[];
  /** Decisions about one or several records. */
  decisions?: Decision<Records[Name]>[];
  /** Fields shown beside a record's name in bulk results. */
  summaryFields?: FieldName<Name>[];
  /** Fields shown below a record's name on narrow screens, instead of columns; numbers stand beside the name. */
  compactFields?: FieldName<Name>[];
  /** Called with the created record, which may have values that the API returns only once. */
  onCreated?(record: Records[Name]): void;
  /** Called after a deletion. */
  onDeleted?(record: Records[Name]): void;
}

/** A bulk change: verb, past participle ('deactivated') and the fields it sets. */
interface BulkChange<Change> {
  label: string;
  done: string;
  change: Change;
}

/**
 * A change that restoring fields does not undo. On several records it asks for confirmation and uses the versions that
 * the user saw; with `Question` it always asks.
 */
export interface Decision<T> extends BulkChange<Partial<T>> {
  /** Required permission. */
  action: string;
  /** Keyboard shortcut in a row. */
  key: string;
  isFor(record: Partial<T>): boolean;
  /** Form for required input, such as a reason. */
  Question?: ComponentType<QuestionProps>;
  /** Replaces saving `change` if the record needs another API call. Resolves to the updated record. */
  work?(record: RaRecord): Promise<RaRecord> | undefined;
  /** What must be visible before deciding; part of the confirmation unless it is in view already. */
  Summary?: ComponentType<{ record: RaRecord }>;
  /** Whether the summary is in view; if not, the row does not offer the decision. */
  isInView?(record: RaRecord): boolean;
  /**
   * Undo for a limited time: the call, the past participle for the notification ('approval undone') and the time in
   * milliseconds.
   */
  timedUndo?: { done: string; time: number; work(after: RaRecord): Promise<unknown> };
  /** Called with the decided records. Their rows keep their positions, so that nothing moves under the pointer. */
  onDecided?(since: RaRecord[]): void;
}

export interface QuestionProps {
  /** Such as 'Send back 2 orders'. */
  title: string;
  onAnswer(fields: object): void;
  onClose(): void;
}

/** The records that a bulk job is about: by id, by the query of their list, or what an earlier job did not change. */
export type BulkSelection = { ids: RaRecord['id'][] } | { query: Record<string, string> } | { failedOf: string };

export interface BulkActionsProps {
  /** The selected records that are loaded. */
  records: RaRecord[];
  selection: BulkSelection;
  count: number;
}

/** Fields of a list besides those of its schema, and their cells by name. */
export interface FurtherFields {
  fields: Field[];
  cells: Record<string, FieldComponent>;
}

export interface FurtherFieldsProps {
  /** The value of the filter that they depend on. */
  value: unknown;
  children: (further: FurtherFields) => ReactNode;
}

/** An override without its resource's types, for the engine. */
export interface AnyOverride extends Omit<Places, 'children'> {
  children?: Record<string, ComponentType | undefined>;
  cells?: Record<string, FieldComponent | undefined>;
  inputs?: Record<string, FieldComponent | undefined>;
  bulk?: BulkChange<object>[];
  decisions?: Decision<object>[];
  summaryFields?: string[];
  compactFields?: string[];
  onCreated?(record: RaRecord): void;
  onDeleted?(record: RaRecord): void;
}

interface Places {
  icon?: ComponentType<SvgIconProps>;
  /** Replaces the resource's menu item. */
  menu?: ComponentType;
  /** Buttons beside the list's title. */
  listActions?: ComponentType;
  /** Shown before the fields of a new record, such as its parent (`below` in provider/data.ts). */
  createPanel?: ComponentType;
  /** Links in the metadata card. */
  metadataLinks?: ComponentType;
  /** Further fields of the list, which depend on the value of one filter, such as the columns of a form. */
  furtherFields?: { filter: string; Provider: ComponentType<FurtherFieldsProps> };
  /** Shown in the columns menu, above the further fields. */
  columnsPanel?: ComponentType;
  /**
   * The same list in the portal: the name of its saved views, and the translation of a view for the user `me`. `leftOut`
   * names what the back-office cannot show.
   */
  portalViews?: {
    list: string;
    translate(config: JsonMap | undefined, me: string): { config: JsonMap; leftOut: string[] };
  };
  /** Buttons for selected records that start bulk jobs, instead of the generated bulk edit. */
  bulkActions?: ComponentType<BulkActionsProps>;
  /** Panel beside a record's form. */
  aside?: ComponentType;
  /** Replaces the generated tables of child resources, by schema title. */
  children?: { [Name in keyof Parents]?: ComponentType };
  /** The tables of child resources have many columns: they are below the panel beside the form, as wide as the page. */
  hasWideTables?: boolean;
  /** Panels below the form that save on their own. */
  below?: ComponentType;
  /** Buttons beside a record's title. */
  actions?: ComponentType;
  /** Shown for an id without a record, around the not-found page, such as a redirect to the record that replaces it. */
  missing?: ComponentType<{ id: string; children: ReactNode }>;
  /** Confirmation page for deletions at {id}/delete, instead of a dialog. */
  deletePage?: ComponentType;
  /** Buttons in a list row, before the decisions. */
  rowActions?: ComponentType;
  /** Replaces a generated screen. */
  views?: { list?: ComponentType; record?: ComponentType };
  /** Additional routes below the resource's path. */
  routes?: { path: string; element: ReactElement }[];
}
