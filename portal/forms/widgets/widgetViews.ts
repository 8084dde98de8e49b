import type { ComponentType } from 'react';
import type { WidgetType } from '#schemas/generated/widgets.ts';
import { CheckboxField } from '../fields/CheckboxField.tsx';
import { DateField, TimeField } from '../fields/DateField.tsx';
import { NumberField } from '../fields/NumberField.tsx';
import { RadioField } from '../fields/RadioGroup.tsx';
import { SelectField } from '../fields/SelectField.tsx';
import { TextField } from '../fields/TextField.tsx';
import { CollectionView } from './CollectionView.tsx';
import { ContainerView } from './ContainerView.tsx';
import { lazyView } from './lazyView.tsx';
import { MarkdownView } from './MarkdownText.tsx';
import type { ViewProps } from './viewProps.ts';

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
export const widgetViews: { readonly [T in WidgetType]: ComponentType<ViewProps<T>> } = {
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
