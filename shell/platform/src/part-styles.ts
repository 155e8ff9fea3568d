// Styles of what the platform brings: on every page, and before those of each, whichever code comes first.
import '@frens/design-system/part-styles';
import './lists/load-more.module.css';
