// Styles of the platform's components: on every page, before the page's own, whatever code loads first.
import '@frens/design-system/part-styles';
import './lists/load-more.module.css';
