/** The message for a SurveyJS property that cannot be imported. */
export function whyLeft(key: string): string {
  const known = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  if (known) return known;
  return key.startsWith('on') ? script : `${key.slice(0, 100)} has no counterpart here`;
}

const script = 'A script or trigger of its own: it is never run and does not come over';
const reasons: Readonly<Record<string, string>> = {
  triggers: script,
  calculatedValues: 'Values that are calculated beside the fields do not come over',
  defaultValueExpression: 'A start value that is calculated does not come over',
  setValueExpression: script,
  setValueIf: script,
  resetValueIf: script,
  enableIf: 'A field that is only sometimes locked does not come over',
  choicesByUrl: 'Options that are fetched do not come over',
  choicesFromQuestion: 'Options of another field do not come over',
  choicesVisibleIf: 'Options that are only sometimes there do not come over: all are offered',
  choicesEnableIf: 'Options that are only sometimes there do not come over: all are offered',
  showOtherItem: "The option 'other' with a field of its own does not come over",
  hasOther: "The option 'other' with a field of its own does not come over",
  showNoneItem: "The option 'none' does not come over",
  hasNone: "The option 'none' does not come over",
  placeholder: 'A field has no placeholder here',
  inputMask: 'A field has no mask here',
};
