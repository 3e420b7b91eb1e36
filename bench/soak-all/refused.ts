// What a soak calls requests that the server refused for want of time. They are no wrong answers, and counted apart.
export const REFUSED_AS = 'refused as too many';
