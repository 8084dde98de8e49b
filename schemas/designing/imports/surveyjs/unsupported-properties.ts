/** The message for a SurveyJS property that cannot be imported. */
export function unsupportedReason(key: string): string {
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
  showNoneItem: "The 'none' option isn't imported",
  hasNone: "The 'none' option isn't imported",
  placeholder: "Placeholders aren't imported",
  inputMask: "Input masks aren't imported",
};
