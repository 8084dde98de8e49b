import { isUnset } from '../source.ts';

/** The message for a Form.io property that cannot be imported. */
export function reasonNotImported(key: string): string {
  const known = Object.hasOwn(reasons, key) ? reasons[key] : undefined;
  return known ?? `${key.slice(0, 100)} isn't supported`;
}

const script = "Custom scripts are never run and aren't imported";
const reasons: Readonly<Record<string, string>> = {
  customDefaultValue: script,
  calculateValue: script,
  customConditional: script,
  custom: script,
  logic: script,
  json: "JSON Logic rules aren't imported",
  pattern: "The rules language doesn't support this pattern",
  clearOnHide: 'While the field is hidden, its answer counts as empty here. In Form.io it still counts.',
  inputMask: "Input masks aren't imported",
  dataSrc: "Options loaded from a URL aren't imported",
  prefix: "Prefixes aren't imported. Fields support suffixes only.",
};

/** Whether a property has the default that Form.io's builder writes into each component. */
export function isStandard(key: string, value: unknown): boolean {
  if (internal.has(key)) return true;
  if (value === false && isOnByDefault(key)) return false;
  if (isUnset(value)) return true;
  const standard = Object.hasOwn(standards, key) ? standards[key] : undefined;
  return standard?.includes(JSON.stringify(value)) ?? false;
}

/** Whether the builder writes true for a property unless its author switches it off. */
export const isOnByDefault = (key: string): boolean =>
  Object.hasOwn(standards, key) && (standards[key]?.includes('true') ?? false);

/** Whether a property changes neither questions, answers nor validity (README, Imports). */
export const isWithoutEffect = (key: string): boolean => withoutEffect.has(key);

const withoutEffectByTopic = {
  // Of the server that stored the form.
  record: [
    ...['project', 'template', 'machineName', 'created', 'modified', '_vid', 'owner', 'access', 'submissionAccess'],
    ...['__v', 'deleted', 'revisions', 'submissionRevisions', 'fieldMatchAccess', 'esign', 'dbIndex', 'lockKey'],
    ...[
      'storage',
      'dir',
      'fileNameTemplate',
      'options',
      'fileKey',
      'serverOverride',
      'reference',
      'errors',
      'errorLabel',
    ],
  ],
  look: [
    ...['widget', 'modalEdit', 'modal', 'tree', 'addAnotherPosition', 'format', 'datepickerMode', 'shortcutButtons'],
    ...[
      'timePicker',
      'dayFirst',
      'enableMinDateInput',
      'enableMaxDateInput',
      'delimiter',
      'decimalSymbol',
      'tag',
      'theme',
    ],
    ...['thousandsSeparator', 'requireDecimal', 'hideLabel', 'layoutFixed', 'templates', 'displayInTimezone', 'attrs'],
    ...[
      'className',
      'labelWidth',
      'labelMargin',
      'labelPosition',
      'optionsLabelPosition',
      'inputsLabelPosition',
      'image',
    ],
    ...['hideInputLabels', 'collapsible', 'collapsed', 'breadcrumb', 'breadcrumbClickable', 'autoAdjust', 'striped'],
    ...['bordered', 'hover', 'condensed', 'cellAlignment', 'cloneRows', 'fixedSize', 'autoExpand', 'verticalLayout'],
    ...['showCharCount', 'showWordCount', 'imageSize', 'webcamSize', 'displayMask', 'leftIcon', 'rightIcon', 'block'],
    ...['inputFormat', 'inputMode', 'hideOnChildrenHidden', 'conditionalWidth', 'inDataGrid', 'rowHeight'],
  ],
  navigation: ['buttonSettings', 'allowPrevious', 'nextPage', 'scrollToTop', 'stepperHideLabels', 'validateOn'],
  textsOfControls: [
    ...['placeholder', 'addAnother', 'saveRow', 'removeRow', 'removePlacement', 'addAnotherText', 'editText'],
  ],
  conveniences: [
    ...['autofocus', 'autocomplete', 'spellcheck', 'shortcut', 'reorder', 'openWhenEmpty', 'rowDrafts', 'inlineEdit'],
    ...['groupToggle', 'redrawOn', 'refreshOn', 'clearOnRefresh', 'refreshOnChange', 'webcam', 'searchEnabled'],
    // How a list of options is loaded and searched: options from elsewhere are listed by their dataSrc.
    ...['valueProperty', 'selectThreshold', 'searchThreshold', 'searchField', 'fuseOptions', 'minSearch', 'limit'],
    ...[
      'lazyLoad',
      'disableLimit',
      'sort',
      'filter',
      'uniqueOptions',
      'useExactSearch',
      'readOnlyValue',
      'selectFields',
    ],
    ...['authenticate', 'ignoreCache', 'selectValues', 'selectData', 'searchDebounce'],
  ],
} satisfies Record<string, readonly string[]>;
const withoutEffect: ReadonlySet<string> = new Set(Object.values(withoutEffectByTopic).flat());

/** Properties for the builder, the list of submissions, or the styling of one framework. */
const internal = new Set([
  ...['input', 'tableView', 'id', '_id', 'tags', 'properties', 'attributes', 'overlay', 'customClass', 'tabindex'],
  ...['dataGridLabel', 'isNew', 'keyModified', 'addons', 'version', 'allowMultipleMasks', 'mask'],
]);

const standards: Readonly<Record<string, readonly string[]>> = {
  persistent: ['true'],
  clearOnHide: ['true'],
  validateOn: ['"change"'],
  labelPosition: ['"top"'],
  optionsLabelPosition: ['"right"'],
  widget: ['{"type":"input"}', '{"type":"calendar"}'],
  inputType: ['"text"', '"checkbox"', '"radio"', '"number"', '"password"', '"email"', '"url"', '"tel"'],
  inputFormat: ['"plain"'],
  theme: ['"default"'],
  breadcrumb: ['"default"'],
  case: ['"mixed"'],
  spellcheck: ['true'],
  applyMaskOn: ['"change"'],
  searchEnabled: ['true'],
  dataSrc: ['"values"'],
  dataType: ['"auto"', '"string"'],
  currency: ['"USD"'],
  enableDate: ['true'],
  display: ['"form"'],
  type: ['"form"'],
  validateWhenHidden: ['false'],
};
