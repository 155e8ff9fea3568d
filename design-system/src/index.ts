// Who imports this file from another workspace needs the declaration too, and it cannot be a module to import.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./css-modules.d.ts" />
// The everyday parts. Rare ones have an entry of their own: ./icons, ./panda, ./radar-chart, ./tabs. Styles of the page: ./styles.css.
export { Amount, type AmountProps } from './amount/amount.tsx';
export { Avatar, AvatarGroup, type AvatarGroupProps, type AvatarProps } from './avatar/avatar.tsx';
export { Badge, type BadgeProps } from './badge/badge.tsx';
export { Button, type ButtonProps } from './button/button.tsx';
export { Card, type CardProps } from './card/card.tsx';
export { Checkbox, type CheckboxProps } from './checkbox/checkbox.tsx';
export { Chip, type ChipProps } from './chip/chip.tsx';
export { CopyField, type CopyFieldProps } from './copy-field/copy-field.tsx';
export { Detail, DetailList, type DetailListProps, type DetailProps } from './detail-list/detail-list.tsx';
export { AlertDialog, type AlertDialogProps, Dialog, type DialogProps } from './dialog/dialog.tsx';
export {
  DropdownMenu,
  type DropdownMenuProps,
  MenuItem,
  type MenuItemProps,
  MenuLabel,
  MenuSeparator,
} from './dropdown-menu/dropdown-menu.tsx';
export { EmptyState, type EmptyStateProps } from './empty-state/empty-state.tsx';
export { ErrorState, type ErrorStateProps } from './error-state/error-state.tsx';
export { FilterBar, type FilterBarProps } from './filter-bar/filter-bar.tsx';
export { IconButton, type IconButtonProps } from './icon-button/icon-button.tsx';
export type { Hue } from './internal/hue.ts';
export {
  Cluster,
  type ClusterProps,
  Container,
  type ContainerProps,
  Grid,
  type GridProps,
  Section,
  type SectionProps,
  Stack,
  type StackProps,
} from './layout/layout.tsx';
export { Logo, type LogoProps } from './logo/logo.tsx';
export { Notice, type NoticeProps } from './notice/notice.tsx';
export {
  AmountField,
  type AmountFieldProps,
  NumberField,
  type NumberFieldProps,
} from './number-field/number-field.tsx';
export { PageHeader, type PageHeaderProps } from './page-header/page-header.tsx';
export { Panda, type PandaProps } from './panda/panda.tsx';
export { PandaScene, type PandaSceneProps } from './panda/panda-scene.tsx';
export { type Trait, type TraitValues, traitHues, traits } from './panda/traits.ts';
export { Progress, type ProgressProps } from './progress/progress.tsx';
export {
  type DesignSystemLabels,
  DesignSystemProvider,
  type DesignSystemProviderProps,
} from './provider/provider.tsx';
export { type RadioCardOption, RadioCards, type RadioCardsProps } from './radio-cards/radio-cards.tsx';
export { SearchField, type SearchFieldProps } from './search-field/search-field.tsx';
export { SelectField, type SelectFieldProps, type SelectOption } from './select-field/select-field.tsx';
export { Sheet, type SheetProps } from './sheet/sheet.tsx';
export { Skeleton, type SkeletonProps } from './skeleton/skeleton.tsx';
export { SkipLink } from './skip-link/skip-link.tsx';
export { Spinner, type SpinnerProps } from './spinner/spinner.tsx';
export { Stat, type StatProps } from './stat/stat.tsx';
export { Switch, type SwitchProps } from './switch/switch.tsx';
export { Heading, type HeadingProps, Text, type TextProps } from './text/text.tsx';
export { TextArea, type TextAreaProps } from './text-area/text-area.tsx';
export { TextField, type TextFieldProps } from './text-field/text-field.tsx';
export { Toast, type ToastProps, ToastRegion, type ToastRegionProps } from './toast/toast.tsx';
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx';
export { VisuallyHidden, type VisuallyHiddenProps } from './visually-hidden/visually-hidden.tsx';
