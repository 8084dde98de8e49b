import type { Source } from '../source.ts';

/** Reports all properties of a SurveyJS object that have not been read. Its files contain no defaults. */
export const reportUnread = (source: Source): void =>
  source.reportUnread({
    reasonOf: unsupportedReason,
    isWithoutEffect: (key) => withoutEffect.has(key),
    isOnByDefault: (key) => !offByDefault.has(key),
  });

/** The same for an option of a choice. */
export const reportUnreadOption = (source: Source): void =>
  source.reportUnread({
    reasonOf: (key) => (Object.hasOwn(optionReasons, key) ? optionReasons[key] : undefined) ?? unsupportedReason(key),
    isWithoutEffect: (key) => withoutEffect.has(key),
  });

/** Properties that change neither questions, answers nor validity, by what they are about (README, Imports). */
const withoutEffectByTopic = {
  look: [
    ...['width', 'minWidth', 'maxWidth', 'widthMode', 'fitToContainer', 'indent', 'innerIndent', 'colSpan', 'colCount'],
    ...['columnColCount', 'columnMinWidth', 'columnLayout', 'gridLayoutEnabled', 'gridLayoutColumns', 'rowTitleWidth'],
    ...['questionTitleWidth', 'itemTitleWidth', 'templateQuestionTitleWidth', 'titleLocation', 'questionTitleLocation'],
    ...['descriptionLocation', 'questionDescriptionLocation', 'templateQuestionTitleLocation', 'errorLocation'],
    ...['questionErrorLocation', 'itemErrorLocation', 'cellErrorLocation', 'detailErrorLocation', 'tabAlign'],
    ...['templateErrorLocation', 'removePanelButtonLocation', 'addRowButtonLocation', 'verticalAlign', 'alternateRows'],
    ...['horizontalScroll', 'transposeData', 'showInMultipleColumns', 'displayMode', 'renderMode', 'renderAs', 'state'],
    ...[
      'panelsState',
      'detailPanelShowOnAdding',
      'showHeader',
      'headerView',
      'showTitle',
      'showPageTitles',
      'showLabel',
    ],
    ...['rateType', 'scaleColorMode', 'rateColorMode', 'displayRateDescriptionsAsExtremeItems', 'swapOrder'],
    ...[
      'rateDescriptionLocation',
      'inputSize',
      'size',
      'inputTextAlignment',
      'textWrapEnabled',
      'autoGrow',
      'cssClasses',
    ],
    ...['allowResize', 'autoGrowComment', 'allowResizeComment', 'commentAreaRows', 'itemComponent', 'css'],
    ...[
      'inputFieldComponent',
      'contentMode',
      'imageFit',
      'imageHeight',
      'imageWidth',
      'minImageWidth',
      'minImageHeight',
    ],
    ...[
      'maxImageWidth',
      'maxImageHeight',
      'logo',
      'logoWidth',
      'logoHeight',
      'logoFit',
      'logoPosition',
      'showBrandInfo',
    ],
    ...['backgroundImage', 'backgroundImageFit', 'backgroundImageAttachment', 'backgroundOpacity', 'requiredMark'],
    ...['requiredText', 'displayStyle', 'currency', 'maximumFractionDigits', 'minimumFractionDigits', 'useGrouping'],
    ...[
      'totalFormat',
      'totalDisplayStyle',
      'totalAlignment',
      'totalCurrency',
      'totalMaximumFractionDigits',
      'totalText',
    ],
    ...['totalMinimumFractionDigits', 'defaultDisplayValue', 'separateSpecialChoices', 'showPreview', 'cellHint'],
    ...['allowImagesPreview', 'matrixDragHandleArea', 'hideColumnsIfEmpty', 'singleInputTitleTemplate'],
  ],
  // Our lists number their rows.
  numbers: [
    ...['showQuestionNumbers', 'questionStartIndex', 'showNumber', 'hideNumber', 'showPageNumbers', 'templateTitle'],
    ...['templateTabTitle', 'tabTitlePlaceholder', 'questionTitlePattern', 'questionTitleTemplate'],
  ],
  navigation: [
    ...['showProgressBar', 'progressBarType', 'progressBarLocation', 'progressBarShowNavigationText', 'showTOC'],
    ...['progressBarShowPageNumbers', 'progressBarShowPageTitles', 'progressBarNavigationTextLocation', 'tocLocation'],
    ...['progressBarInheritWidthFrom', 'tocItemComponent', 'showNavigationButtons', 'navigationButtonsLocation'],
    ...['showPrevButton', 'navigationTitle', 'navigationDescription', 'questionsOnPageMode', 'firstPageIsStartPage'],
    ...['firstPageIsStarted', 'isSinglePage', 'showPreviewBeforeComplete', 'previewMode', 'autoAdvanceEnabled'],
    ...['autoAdvanceAllowComplete', 'goNextPageAutomatic', 'allowCompleteSurveyAutomatic', 'autoFocusFirstQuestion'],
    ...['focusFirstQuestionAutomatic', 'autoFocusFirstError', 'focusOnFirstError', 'allowAdaptiveActions'],
    ...['newPanelPosition', 'showTimer', 'timerLocation', 'timerInfoMode', 'showTimerPanel', 'showTimerPanelMode'],
    ...['showPrevButton'],
  ],
  // An order has its own pages before and after it, is saved while it is filled in, and validated at once.
  lifeOfAnOrder: [
    ...['showCompletePage', 'showCompletedPage', 'completedHtml', 'completedBeforeHtml', 'completedHtmlOnCondition'],
    ...['loadingHtml', 'navigateToUrl', 'navigateToUrlOnCondition', 'surveyId', 'surveyPostId', 'surveyShowDataSaving'],
    ...['cookieName', 'partialSendEnabled', 'sendResultOnPageNext', 'sjsVersion', '$schema', 'checkErrorsMode'],
    ...['validateVisitedEmptyFields', 'textUpdateMode', 'waitForUpload', 'storeDataAsText'],
  ],
  textsOfControls: [
    ...['addRowText', 'removeRowText', 'addPanelText', 'removePanelText', 'prevPanelText', 'nextPanelText'],
    ...['panelAddText', 'panelRemoveText', 'panelPrevText', 'panelNextText', 'pagePrevText', 'pageNextText'],
    ...['completeText', 'previewText', 'editText', 'startSurveyText', 'selectAllText', 'createCustomChoiceText'],
    ...['noEntriesText', 'noRowsText', 'emptyRowsText', 'confirmDelete', 'confirmDeleteText', 'optionsCaption'],
    ...['placeholder', 'placeHolder', 'otherPlaceholder', 'otherPlaceHolder', 'commentPlaceholder', 'filePlaceholder'],
    ...[
      'photoPlaceholder',
      'fileOrPhotoPlaceholder',
      'requiredErrorText',
      'minErrorText',
      'maxErrorText',
      'stepErrorText',
    ],
    ...['otherErrorText', 'keyDuplicationError', 'locale', 'regionalFormat'],
  ],
  // Conveniences that lead to the same answers.
  conveniences: [
    ...['searchEnabled', 'searchMode', 'allowClear', 'showOptionsCaption', 'hideSelectedItems', 'closeOnSelect'],
    ...[
      'showSelectAllItem',
      'hasSelectAll',
      'choicesOrder',
      'questionOrder',
      'questionsOrder',
      'rowOrder',
      'rowsOrder',
    ],
    ...['allowRowReorder', 'allowRowsDragAndDrop', 'dataList', 'autocomplete'],
    ...['sourceType', 'allowCameraAccess', 'cameraFacingMode', 'capture'],
    ...['useDisplayValuesInTitle', 'useDisplayValuesInDynamicTexts', 'storeOthersAsComment'],
  ],
  // Of quizzes and of editors.
  others: ['correctAnswer', 'score', 'randomize', 'randomizeCategory', 'isSearchEnabled'],
} satisfies Record<string, readonly string[]>;
const withoutEffect: ReadonlySet<string> = new Set(Object.values(withoutEffectByTopic).flat());

/** Properties that some editors write even if they are off, which is their default. */
const offByDefault: ReadonlySet<string> = new Set([
  ...['hasOther', 'showOtherItem', 'hasNone', 'showNoneItem', 'hasSelectAll', 'showSelectAllItem', 'hasComment'],
  ...['showCommentArea', 'readOnly', 'isRequired', 'hideNumber', 'showProgressBar', 'useDisplayValuesInTitle'],
  ...['eachRowUnique', 'isUnique', 'isCommentRequired', 'choicesLazyLoadEnabled'],
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
  choicesByUrl: "Options loaded from a URL aren't imported",
  choicesFromQuestion: "Options taken from another field aren't imported",
  choicesVisibleIf: "Conditions on options aren't imported. All options are offered.",
  choicesEnableIf: "Conditions on options aren't imported. All options are offered.",
  inputMask: "Input masks aren't imported",
};
