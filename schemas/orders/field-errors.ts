import { isEqual } from '../forms/is-equal.ts';
import { Order as schema } from '../generated/registry.ts';
import { labelOf } from '../resource/resource.ts';
import { actionTransitions } from './bypass.ts';
import { isOrderField, mayWrite, type OrderField, type OrderFieldName, orderFields } from './order-fields.ts';
import { type OrderStage, orderStages, stageNames } from './order-stage.ts';
import { allows, type OrderRights, permittedInWords } from './rights.ts';
import { isPermitted, type Transition, transitions } from './transitions.ts';

/** A write request: which properties of an order it changes, and the rights of its sender. */
export interface FieldWrite {
  stage: OrderStage;
  rights: OrderRights;
  /** The properties that it writes. */
  fields: readonly string[];
  /** The transition that it makes. */
  transition?: Transition | undefined;
  isAutosave?: boolean;
}

/** Why a property must not be written (field-level access). */
export interface FieldError {
  field: string;
  /** `others`: other people may write it now. `stage`: nobody may in this stage. `unknown`: there is no such field. */
  why: 'others' | 'stage' | 'unknown';
  /** A message that names the property, the state, and who may write it when. */
  message: string;
}

/**
 * The properties that a request body changes: those that differ from `current`, which is the stored order, or the
 * defaults for a new one.
 */
export function changedFields(body: object, current: object): string[] {
  return Object.entries(body).flatMap(([field, value]) => {
    if (value === undefined || (field === 'autosave' && value === false)) return [];
    const before = Object.hasOwn(current, field) ? Reflect.get(current, field) : undefined;
    return isEqual(value ?? null, before ?? null) ? [] : [field];
  });
}

/**
 * Checks a write against the field table (field-level access): an entry for each forbidden property, empty if
 * everything is allowed.
 */
export function forbiddenFields(write: FieldWrite): FieldError[] {
  return write.fields.flatMap((field): FieldError[] => {
    if (!isOrderField(field)) return [{ field, why: 'unknown', message: 'Unknown field' }];
    const row = orderFields[field];
    const why = writeErrorOf(row, write);
    if (!why) return [];
    const fieldText = `${orderFieldLabel(field)} of ${stageNames[write.stage]}`;
    return [{ field, why: why === 'others' ? why : 'stage', message: `${fieldText} ${words[why](row, write)}` }];
  });
}

type Why = 'others' | 'stage' | 'dropped' | 'automatic';

function writeErrorOf(field: OrderField, { stage, rights, transition, isAutosave }: FieldWrite): Why | undefined {
  const { kind, writers, only } = field;
  if (isAutosave && kind !== 'data' && field !== orderFields.autosave) return 'automatic';
  const isCarried = transition !== undefined && field.transitions.includes(transition.action);
  if (isCarried && isPermitted(transition, rights) && (only === undefined || allows(rights, only))) return undefined;
  if (writers[stage] === undefined && !isCarried) return 'stage';
  if (!mayWrite(field, stage, rights)) return 'others';
  const returnsToBooked = stage === 'PENDING_CHANGE' && transition?.effects.includes('undoChange');
  return returnsToBooked && kind === 'data' ? 'dropped' : undefined;
}

const words: Record<Why, (field: OrderField, write: FieldWrite) => string> = {
  others: ({ only, writers }, { stage, transition }) => {
    const permission = only ?? writers[stage] ?? transition?.permission ?? 'updater';
    return `can only be set by ${permittedInWords[permission]}`;
  },
  stage: (field, { stage }) => {
    const here = transitionsWith(field).filter(({ from }) => from.includes(stage));
    return here.length > 0
      ? `can only be set ${here.map((each) => transitionText(field, each)).join(' or ')}`
      : `cannot be set; it can be set ${transitionsText(field)}`;
  },
  dropped: () => 'would be lost, because the order returns to its state before the change',
  automatic: () => 'cannot be autosaved: an autosave contains data only',
};

const transitionsWith = (field: OrderField): Transition[] =>
  [...transitions, ...actionTransitions].filter(({ action }) => field.transitions.includes(action));

const transitionText = ({ only }: OrderField, { words: { label }, permission }: Transition): string =>
  `with “${label}” by ${permittedInWords[only ?? permission]}`;

/** Where and by whom a property may be set: 'in DRAFT by users who can update it, in PENDING by a moderator'. */
function transitionsText(field: OrderField): string {
  const { writers, only } = field;
  const stages = new Map<string, Set<string>>();
  for (const stage of orderStages) {
    const writer = writers[stage];
    if (!writer) continue;
    const permitted = permittedInWords[only ?? writer];
    stages.set(
      permitted,
      (stages.get(permitted) ?? new Set()).add(stage === 'CREATE' ? 'a new order' : stage.replace('_CHANGE', '')),
    );
  }
  const alone = [...stages].map(([permitted, names]) => `in ${[...names].join(' or ')} by ${permitted}`);
  const carried = transitionsWith(field).map((each) => `${transitionText(field, each)} in ${each.from.join(' or ')}`);
  return [...alone, ...carried].join(', ');
}

/** The label of an order's property. */
const orderFieldLabel = (name: OrderFieldName): string => schema.properties[name]?.title ?? labelOf(name);
