// Other workspaces that import this file need the ambient declaration, which cannot be imported as a module.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./css-modules.d.ts" />
// Common components. Rare ones have their own entry in package.json and load with their users. Page styles: ./styles.css.
export { Amount, type AmountProps } from './amount/amount.tsx';
export { Avatar, type AvatarProps } from './avatar/avatar.tsx';
export { Badge, type BadgeProps } from './badge/badge.tsx';
export { Button, type ButtonProps } from './button/button.tsx';
export { Card, type CardProps } from './card/card.tsx';
export { Chip, type ChipProps } from './chip/chip.tsx';
export { EmptyState, type EmptyStateProps } from './empty-state/empty-state.tsx';
export { ErrorState, type ErrorStateProps } from './error-state/error-state.tsx';
export { IconButton, type IconButtonProps } from './icon-button/icon-button.tsx';
export { FieldNotes, type FieldProps, RequiredMark, useFieldWiring } from './internal/field.tsx';
export type { Hue } from './internal/hue.ts';
export { enterModal } from './internal/open-modals.ts';
export { useCopy } from './internal/use-copy.ts';
export { useMediaQuery } from './internal/use-media-query.ts';
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
export { PageHeader, type PageHeaderProps } from './page-header/page-header.tsx';
export { Panda, type PandaProps } from './panda/panda.tsx';
export { PandaScene, type PandaSceneProps } from './panda/panda-scene.tsx';
export { type Trait, type TraitValues, traitHues, traits } from './panda/traits.ts';
export {
  type DesignSystemLabels,
  DesignSystemProvider,
  type DesignSystemProviderProps,
  useLabels,
} from './provider/provider.tsx';
export { SearchField, type SearchFieldProps } from './search-field/search-field.tsx';
export { SelectField, type SelectFieldProps, type SelectOption } from './select-field/select-field.tsx';
export { Skeleton, type SkeletonProps } from './skeleton/skeleton.tsx';
export { SkipLink } from './skip-link/skip-link.tsx';
export { Spinner, type SpinnerProps } from './spinner/spinner.tsx';
export { Heading, type HeadingProps, Text, type TextProps } from './text/text.tsx';
export { TextArea, type TextAreaProps } from './text-area/text-area.tsx';
export { TextField, type TextFieldProps } from './text-field/text-field.tsx';
export { Toast, type ToastProps, ToastRegion, type ToastRegionProps } from './toast/toast.tsx';
export { Tooltip, type TooltipProps } from './tooltip/tooltip.tsx';
export { UserText, type UserTextProps } from './user-text/user-text.tsx';
export { VisuallyHidden, type VisuallyHiddenProps } from './visually-hidden/visually-hidden.tsx';
