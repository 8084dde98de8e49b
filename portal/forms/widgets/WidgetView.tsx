import { type ComponentType, memo, use } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { AnyWidget, FormWidget, ValidWidget } from '#schemas/forms/form.ts';
import { widgetKinds } from '#schemas/forms/kinds/kinds.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import banner from '../../look/Banner.module.css';
import { Icon } from '../../look/Icon.tsx';
import { CheckboxField } from '../fields/CheckboxField.tsx';
import { DateField, TimeField } from '../fields/DateField.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { RadioField } from '../fields/RadioGroup.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { type LoadFailure, lazyComponent } from '../lazyComponent.tsx';
import { ChangeMarksContext } from '../marks/marks.ts';
import { useFieldCell, useFormStore } from '../store/hooks.ts';
import { ContainerView } from './ContainerView.tsx';
import styles from './LazyView.module.css';
import { MarkdownView } from './MarkdownText.tsx';
import type { ViewProps } from './viewProps.ts';

/** Lazy: published forms have no broken widgets. */
const BrokenView = lazyComponent(async () => (await import('./BrokenView.tsx')).BrokenView);
const ReadField = lazyComponent(async () => (await import('../reading/ReadOnlyField.tsx')).ReadOnlyField);

/** Preloads the view of read-only fields. */
export const preloadReadOnlyField = ReadField.preload;

/** Whether a read-only widget is shown as text; files keep their links. */
const isReadAsText = ({ type }: ValidWidget) => widgetKinds[type].holds === 'value' && !type.includes('file');

/** Renders any widget: nothing while hidden, a fallback if it is broken, with a mark if it differs in a comparison. */
export const WidgetView = memo(function WidgetView({ widget, row }: { widget: AnyWidget; row: Row }) {
  const { form, isReadOnly } = useFormStore();
  const marks = use(ChangeMarksContext);
  if (widget.type === 'broken') return <BrokenView widget={widget} row={row} />;
  if (widget.config.hidden) return null;
  // Performance: most widgets have no conditional script, so they need no subscription.
  const isConditional = form.scripts[widget.number]?.condition;
  const view = isConditional ? <Conditional widget={widget} row={row} /> : renderView(widget, row, isReadOnly);
  if (!marks?.isMarked(widget, row)) return view;
  return (
    <marks.Marked widget={widget} row={row}>
      {view}
    </marks.Marked>
  );
});

function Conditional({ widget, row }: { widget: ValidWidget; row: Row }) {
  const { isReadOnly } = useFormStore();
  return useFieldCell(widget, row).isShown ? renderView(widget, row, isReadOnly) : null;
}

const renderView = (widget: ValidWidget, row: Row, isReadOnly: boolean) =>
  isReadOnly && isReadAsText(widget) ? <ReadField widget={widget} row={row} /> : viewOf(widget, row);

function viewOf<T extends WidgetType>(widget: FormWidget<T>, row: Row) {
  const View: ComponentType<ViewProps<T>> = widgetViews[widget.type];
  return <View widget={widget} row={row} />;
}

const Placeholder = () => <div className={styles.place} />;

/** A view that is lazy-loaded when a form first contains its widget. A placeholder reserves its space. */
const lazyView = <T extends WidgetType>(load: () => Promise<ComponentType<ViewProps<T>>>) =>
  lazyComponent(load, { fallback: Placeholder, errorFallback: WidgetLoadError });

const CollectionView = lazyView(async () => (await import('./CollectionView.tsx')).CollectionView);
const BannerView = lazyView(async () => (await import('./BannerView.tsx')).BannerView);
const CheckboxesField = lazyView(async () => (await import('../fields/CheckboxesField.tsx')).CheckboxesField);
const PasswordField = lazyView(async () => (await import('../fields/PasswordField.tsx')).PasswordField);
const ModalView = lazyView(async () => (await import('./ModalView.tsx')).ModalView);
const TagsField = lazyView(async () => (await import('../lists/TagsField.tsx')).TagsField);
const MultipleSelectField = lazyView(
  async () => (await import('../lists/MultipleSelectField.tsx')).MultipleSelectField,
);
const FileField = lazyView(async () => (await import('../files/FileField.tsx')).FileField);
const MultipleFileField = lazyView(async () => (await import('../files/FileField.tsx')).MultipleFileField);
const TableView = lazyView(async () => (await import('../table/TableView.tsx')).TableView);

/** The view of each widget type. A new type does not compile without a view. */
const widgetViews: { readonly [T in WidgetType]: ComponentType<ViewProps<T>> } = {
  text_input: TextField,
  number_input: NumberField,
  date_input: DateField,
  time_input: TimeField,
  password_input: PasswordField,
  tags_input: TagsField,
  file_input: FileField,
  multiple_file_input: MultipleFileField,
  select: SelectField,
  multiple_select: MultipleSelectField,
  radio: RadioField,
  checkbox: CheckboxField,
  checkboxes: CheckboxesField,
  container: ContainerView,
  collection: CollectionView,
  table: TableView,
  modal: ModalView,
  banner: BannerView,
  markdown: MarkdownView,
};

/** The fallback of a widget whose lazy-loaded code failed to load; the rest of the form works. */
function WidgetLoadError<T extends WidgetType>({ widget, row, isOutdated }: ViewProps<T> & LoadFailure) {
  const store = useFormStore();
  return (
    <div className={`${banner.banner} ${banner.warn}`} id={store.elementId(widget, row)} tabIndex={-1}>
      <Icon name="warn" />
      <div className={banner.text}>
        <p className={banner.title}>{`${widgetName(widget)} couldn't be loaded`}</p>
        <p>
          {isOutdated
            ? 'A new version of this page is available. Save your changes, then reload.'
            : "Your changes aren't lost. We'll try again every few seconds."}
        </p>
      </div>
    </div>
  );
}
