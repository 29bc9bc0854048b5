mod closures;
mod facts;
mod schemes;
