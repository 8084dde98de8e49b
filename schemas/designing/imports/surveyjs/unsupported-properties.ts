import type { Source } from '../source.ts';

/** Reports all properties of a SurveyJS object that have not been read. Its files contain no defaults. */
export const reportUnread = (source: Source): void =>
  source.reportUnread(unsupportedReason, (key) => !offByDefault.has(key));

/** The same for an option of a choice. */
export const reportUnreadOption = (source: Source): void =>
  source.reportUnread(
    (key) => (Object.hasOwn(optionReasons, key) ? optionReasons[key] : undefined) ?? unsupportedReason(key),
  );

/** Properties that some editors write even if they are off, which is their default. */
const offByDefault: ReadonlySet<string> = new Set([
  ...['hasOther', 'showOtherItem', 'hasNone', 'showNoneItem', 'hasSelectAll', 'showSelectAllItem', 'hasComment'],
  ...['showCommentArea', 'readOnly', 'isRequired', 'hideNumber', 'showProgressBar', 'useDisplayValuesInTitle'],
]);

const optionReasons: Readonly<Record<string, string>> = {
  visibleIf: "Conditions on options aren't imported. The option is always offered.",
  enableIf: "Conditions on options aren't imported. The option is always offered.",
  isExclusive: 'Only one option can be chosen here, so it excludes the others anyway',
};

/** The message for a SurveyJS property that cannot be imported. */
function unsupportedReason(key: string): string {
  const known = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  if (known) return known;
  return key.startsWith('on') ? script : `${key.slice(0, 100)} isn't supported`;
}

const script = "Custom scripts and triggers are never run and aren't imported";
const reasons: Readonly<Record<string, string>> = {
  triggers: script,
  calculatedValues: "Calculated values outside of fields aren't imported",
  defaultValueExpression: "Calculated default values aren't imported",
  setValueExpression: script,
  setValueIf: script,
  resetValueIf: script,
  enableIf: "Conditions that disable a field aren't imported",
  choicesByUrl: "Options loaded from a URL aren't imported",
  choicesFromQuestion: "Options taken from another field aren't imported",
  choicesVisibleIf: "Conditions on options aren't imported. All options are offered.",
  choicesEnableIf: "Conditions on options aren't imported. All options are offered.",
  showOtherItem: "The 'other' option with its own field isn't imported",
  hasOther: "The 'other' option with its own field isn't imported",
  allowAddRows: 'People can always add rows within the maximum',
  allowRemoveRows: 'People can always remove rows within the minimum',
  allowAddPanel: 'People can always add rows within the maximum',
  allowRemovePanel: 'People can always remove rows within the minimum',
  placeholder: "Placeholders aren't imported",
  inputMask: "Input masks aren't imported",
};
